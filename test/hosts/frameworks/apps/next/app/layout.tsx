import type { ReactNode } from 'react';
import { Help } from './help';
import './docs-assistant.css';

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <header>
          <Help />
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}
