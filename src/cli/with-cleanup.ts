/** Do something that needs what is open already, and close that when it fails: an open connection keeps the process alive. */
export async function withCleanup<Result>(
  work: () => Result | Promise<Result>,
  close: () => Promise<void>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await close();
    throw error;
  }
}
