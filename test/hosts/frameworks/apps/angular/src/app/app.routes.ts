import type { Routes } from '@angular/router';
import { Front, Reference } from './pages';

export const routes: Routes = [
  { path: '', component: Front },
  { path: 'reference', component: Reference },
];
