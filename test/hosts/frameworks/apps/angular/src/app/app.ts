import { Component } from '@angular/core';
import { RouterOutlet } from '@angular/router';
import { Help } from './help';

@Component({
  selector: 'app-root',
  imports: [Help, RouterOutlet],
  template: `
    <header><app-help /></header>
    <main><router-outlet /></main>
  `,
})
export class App {}
