import { createRoot } from 'react-dom/client';
import { Help } from './Help';

createRoot(document.querySelector('#app')!).render(<Help />);
