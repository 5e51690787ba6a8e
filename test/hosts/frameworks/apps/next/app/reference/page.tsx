export default function Page() {
  return (
    <>
      <h1>HTTP interface</h1>
      <p>A pyrometer answers over HTTP.</p>
      <h2 id="errors">Errors</h2>
      <p>503 says that the pyrometer has melted.</p>
    </>
  );
}
