/** Do something that needs what is open already, and close that when it fails: an open connection keeps the process alive. */
export async function orClose<Result>(
  close: () => Promise<void>,
  work: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await close();
    throw error;
  }
}
