export const metadata = { title: 'Home' };

export default function Home() {
  return (
    <article>
      <h1>Home of the potter</h1>
      <p>Porcelain in the browser.</p>
      <h2 id="why-clay">Why clay</h2>
      <p>Loam is heavy, kaolin is white.</p>
    </article>
  );
}
