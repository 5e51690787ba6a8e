import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { writeCsv } from '../../../src/state/admin/write-csv.ts';

/** Prints the rows that the parser of Python finds, as JSON. */
const PARSER = `import csv, io, json, sys
print(json.dumps(list(csv.reader(io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig", newline="")))))`;
const hasPython = spawnSync('python3', ['--version']).status === 0;

describe('a CSV file', () => {
  it('begins with a byte order mark, and ends each row as RFC 4180 has it', () => {
    assert.equal(
      writeCsv([
        ['text', 'count'],
        ['häufig', 12],
      ]),
      '\uFEFFtext,count\r\nhäufig,12\r\n',
    );
  });

  it('quotes what has a comma, a quote or a line break', () => {
    assert.equal(
      writeCsv([['a,b', 'say "no"', 'one\ntwo', 'plain']]),
      '\uFEFF"a,b","say ""no""","one\ntwo",plain\r\n',
    );
  });

  it('has a spreadsheet compute nothing that a reader has written', () => {
    const texts = ['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\r=1', 'a=b', '=HYPERLINK("http://x","y")'];
    assert.equal(
      writeCsv([texts]),
      `\uFEFF'=1+1,'+1,'-1,'@SUM(A1),'\tx,"'\r=1",a=b,"'=HYPERLINK(""http://x"",""y"")"\r\n`,
    );
  });

  it('writes numbers as they are, also one below zero', () => {
    assert.equal(writeCsv([[-1, 0, 12_000]]), '\uFEFF-1,0,12000\r\n');
  });

  it(
    'has the same cells for the parser of Python',
    { skip: !hasPython && 'python3 is not installed' },
    () => {
      const rows = [
        ['häufig, "oft"', 'one\r\ntwo', ''],
        ['日本語', "it's", ' 12 '],
      ];
      const { stdout, stderr } = spawnSync('python3', ['-c', PARSER], { input: writeCsv(rows) });
      assert.equal(stderr.toString(), '');
      assert.deepEqual(JSON.parse(stdout.toString()), rows);
    },
  );
});
