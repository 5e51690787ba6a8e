import Link from 'next/link';

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>
        <nav>
          Navigation of the top
          <Link href="/guide">Guide</Link>
          <Link href="/reference/http-api">Reference</Link>
        </nav>
        <main>{children}</main>
        <footer>Footer of every page</footer>
      </body>
    </html>
  );
}
