/** Waits for promises at the same time; each answer has the name of its promise. */
export async function allOf<T extends Record<string, unknown>>(
  promises: T,
): Promise<{ [Name in keyof T]: Awaited<T[Name]> }> {
  const answers = await Promise.all(
    Object.entries(promises).map(async ([name, promise]) => [name, await promise]),
  );
  return Object.fromEntries(answers);
}
