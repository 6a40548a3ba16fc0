const RIGHT_TO_LEFT = /[\p{sc=Arabic}\p{sc=Hebrew}]/u;
const FIRST_LETTER = /\p{L}/u;
/** Longer runs of left-to-right words may break, at the price of their order. */
const LONGEST_RUN = 28;

/** Whether a text is read from the right: as its first letter is. */
export function isRightToLeft(text: string): boolean {
  return RIGHT_TO_LEFT.test(FIRST_LETTER.exec(text)?.[0] ?? "");
}

/** The parts of a right-to-left text, each to be set to the left of the one before. Words of another direction that belong together stay one part. */
export function partsFromRight(text: string): string[] {
  const parts: string[] = [];
  let running = false;
  for (const word of text.split(" ")) {
    const last = parts.at(-1);
    const leftToRight = !RIGHT_TO_LEFT.test(word);
    if (running && leftToRight && last !== undefined && last.length + word.length < LONGEST_RUN) {
      parts[parts.length - 1] = `${last} ${word}`;
    } else {
      parts.push(word);
    }
    running = leftToRight;
  }
  return parts;
}
