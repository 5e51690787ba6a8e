/**
 * Load the page again if a file was saved since it was served. Told by the development server, also when the page connects to it.
 *
 * @param {number} changes how many times files have been saved since the server started
 */
export default function reload(changes) {
  const script = document.querySelector('script[data-changes]');
  if (script && script.dataset.changes !== String(changes)) location.reload();
}
