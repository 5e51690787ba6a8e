export const metadata = { title: 'Guide' };

export default function Guide() {
  return (
    <article>
      <h1>The guide</h1>
      <p>Kiln fires static sites. This guide leads from the first brick to a glazed site.</p>
    </article>
  );
}
