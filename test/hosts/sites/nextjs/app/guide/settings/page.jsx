export const metadata = { title: 'Settings' };

const CODE = `export default {
  temperature: 1280,

  glaze: 'celadon',
};`;

export default function Settings() {
  return (
    <article>
      <h1>Settings in a file whose heading is nowhere but here</h1>
      <p>Everything is set in one file, the ledger of the thermostat.</p>
      <figure>
        <figcaption>kiln.config.js</figcaption>
        <pre>
          <code className="language-js">{CODE}</code>
        </pre>
      </figure>
      <h2 id="glaze">Glaze</h2>
      <p>Wood ash makes a green called celadon.</p>
    </article>
  );
}
