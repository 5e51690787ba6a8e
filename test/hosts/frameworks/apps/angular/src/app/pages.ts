import { Component } from '@angular/core';

@Component({ selector: 'app-front', template: '<h1>Kiln</h1><p>Fires pots.</p>' })
export class Front {}

@Component({
  selector: 'app-reference',
  template: `
    <h1>HTTP interface</h1>
    <p>A pyrometer answers over HTTP.</p>
    <h2 id="errors">Errors</h2>
    <p>503 says that the pyrometer has melted.</p>
  `,
})
export class Reference {}
