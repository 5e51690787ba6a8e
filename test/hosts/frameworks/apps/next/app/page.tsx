export default function Page() {
  return (
    <>
      <h1>Kiln</h1>
      <p>Fires pots.</p>
    </>
  );
}
