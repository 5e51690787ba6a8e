import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { writeCsv } from '../../../src/state/admin/write-csv.ts';

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
});
