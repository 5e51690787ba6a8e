import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readPastedError } from '../../src/engine/answer/pasted-errors.ts';

/** Errors as programs print them, and what is left of them. */
const PASTES: Record<string, [paste: string, errorLine: string, text?: string]> = {
  'Node.js': [
    `Why does the build fail?
file:///srv/orb/orbit/node_modules/backup/dist/restore.js:12
    throw new TypeError('a');
          ^

TypeError: The proxy must be an address
    at Proxy.read (file:///srv/orb/orbit/src/share/search.ts:31:11)
    at async Promise.all (index 0)
    at new Upload (/srv/orb/orbit/upload.js:3:4)
    at /srv/orb/orbit/index.js:9:1

Node.js v24.1.0`,
    'TypeError: The proxy must be an address',
  ],
  Python: [
    `Traceback (most recent call last):
  File "/srv/orbit/backup.py", line 3, in restore
    share(search)
  File "/srv/orbit/share.py", line 9, in share
    raise ValueError("x")
orbit.errors.ProxyError: cannot reach the proxy`,
    'orbit.errors.ProxyError: cannot reach the proxy',
    'orbit.errors.ProxyError: cannot reach the proxy',
  ],
  Java: [
    `Exception in thread "main" java.lang.IllegalStateException: upload failed
\tat com.orbit.backup.Restore.run(Restore.java:12)
\tat com.orbit.Main.main(Main.java:3)
Caused by: java.net.ConnectException: proxy refused the connection
\tat com.orbit.share.Search.find(Search.java:99)
\t... 12 more`,
    'Caused by: java.net.ConnectException: proxy refused the connection',
  ],
  'C#': [
    `System.InvalidOperationException: The proxy is not set
   at Orbit.Backup.Restore(String path) in C:\\orbit\\Backup.cs:line 12
   at Orbit.Program.Main(String[] args) in C:\\orbit\\Program.cs:line 3`,
    'System.InvalidOperationException: The proxy is not set',
    'System.InvalidOperationException: The proxy is not set',
  ],
  Go: [
    `panic: proxy: no such host

goroutine 1 [running]:
main.restore(0x1, {0x2, 0x3})
\t/srv/orb/backup.go:12 +0x1d
exit status 2`,
    'panic: proxy: no such host',
    'panic: proxy: no such host\nexit status 2',
  ],
  Rust: [
    `error[E0432]: unresolved import \`orbit::proxy\`
 --> src/backup.rs:3:5
  |
3 | use orbit::proxy;
  |     ^^^^^^^^^^^^ no \`proxy\` in the root`,
    'error[E0432]: unresolved import `orbit::proxy`',
  ],
  PHP: [
    `PHP Fatal error: Uncaught Exception: No proxy in /var/www/backup.php:3
Stack trace:
#0 /var/www/share.php(12): restore()
#1 {main}`,
    'PHP Fatal error: Uncaught Exception: No proxy in',
  ],
  Ruby: [
    `backup.rb:3:in 'restore': No proxy (Orbit::ProxyError)
\tfrom share.rb:12:in 'share'
Orbit::ProxyError: No proxy`,
    'Orbit::ProxyError: No proxy',
  ],
  'a log': [
    `Uploads stop, what is wrong?
2026-11-28T10:00:01Z INFO start
2026-11-28T10:00:02Z INFO upload 1
2026-11-28T10:00:03Z INFO upload 2
2026-11-28T10:00:04Z INFO upload 3
2026-11-28T10:00:05Z ERROR the proxy has closed the connection`,
    'ERROR the proxy has closed the connection',
  ],
  npm: [
    `npm ERR! code ERESOLVE
npm ERR! ERESOLVE unable to resolve dependency tree
npm ERR! Found: orbit@2.0.0`,
    'npm ERR! Found: orbit@2.0.0',
  ],
};

describe('a pasted error', () => {
  for (const [name, [paste, errorLine, text]] of Object.entries(PASTES))
    it(`of ${name} is its last error line, without frames and places`, () => {
      const read = readPastedError(paste);
      assert.equal(read?.errorLine, errorLine);
      assert.doesNotMatch(
        read.text,
        /backup\.|share\.|Restore|upload\.js|search\.ts|\/home|goroutine|line \d/,
      );
      if (text !== undefined) assert.equal(read.text, text);
    });

  it('keeps the question, and files that are named without a place', () => {
    const { text } = readPastedError(
      'What is wrong in orbit.toml?\nError: bad value in orbit.toml\n    at read (/x/y.js:1:2)\n',
    )!;
    assert.equal(text, 'What is wrong in orbit.toml?\nError: bad value in orbit.toml');
  });

  const others = {
    'one line': 'TypeError: The proxy must be an address at x.js:3:4',
    'a question of several lines':
      'How do I set it?\nI have tried a file.\nAnd an option.\n\nIs there an error page?',
    'a program':
      'What does this do?\nimport { a } from "orbit";\nconst b = a({ proxy: 1 });\nb.start();\nb.stop();',
    'a list': 'Which is right?\n- proxy: 1\n- error: 2\n- port: 3',
  };
  for (const [name, text] of Object.entries(others))
    it(`is not ${name}`, () => assert.equal(readPastedError(text), null));

  it('is read up to a length of each line', () => {
    const { text } = readPastedError(`Error: bad${' x'.repeat(500)}\n    at read (/x/y.js:1:2)\nWhy?`)!;
    assert.equal(text, `Error: bad${' x'.repeat(145)}\nWhy?`);
  });
});
