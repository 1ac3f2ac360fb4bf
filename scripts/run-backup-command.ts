/** Runs a command that takes one file; prints errors in one line. */
export async function runBackupCommand(usage: string, work: (path: string) => Promise<void>): Promise<void> {
  const [path, ...more] = process.argv.slice(2);
  if (path === undefined || more.length > 0) {
    console.error(`Usage: ${usage}`);
    process.exit(2);
  }
  try {
    await work(path);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
