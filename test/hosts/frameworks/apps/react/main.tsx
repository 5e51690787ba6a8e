import { createRoot, hydrateRoot } from 'react-dom/client';
import { Help } from './Help';
import { HydratedHelp } from './HydratedHelp';

const app = document.querySelector('#app')!;
if (app.firstChild) hydrateRoot(app, <HydratedHelp />);
else createRoot(app).render(<Help />);
