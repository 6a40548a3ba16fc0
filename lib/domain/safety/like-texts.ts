/** How many marks of single pairs a text has at most. */
const MARKS = 16;

/** Of so many pairs two are joined, each with the one that is so many further on: mostly of another sentence. */
const JOINED = 8;
const APART = 4;

/** Letters of a pair of words below which it is in too many texts to find one by it ("for my"). */
const TELLING_LETTERS = 9;

const wordsOf = (text: string) =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/**
 * By what texts like this one are found, the most telling first: hashes of the pairs of neighbouring words with the
 * most letters, and before them of two such pairs together. Long words are rare, pairs of them rarer, and two phrases
 * that many people use are seldom in one text, so that an index of these finds few other texts. A copy keeps most of
 * them; the last one is of the whole text, for those that say what everybody says.
 */
export function marksOf(text: string): number[] {
  const words = wordsOf(text);
  const pairs = new Set(words.slice(1).map((word, index) => `${words[index]} ${word}`));
  if (pairs.size === 0) for (const word of words) pairs.add(word);
  const byLength = [...pairs].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
  const telling = byLength.filter((pair) => pair.length > TELLING_LETTERS);
  const chosen = telling.length > 0 ? telling : byLength;
  const longest = new Set(chosen.slice(0, JOINED));
  const inOrder = [...pairs].filter((pair) => longest.has(pair));
  const joined = inOrder.slice(APART).map((pair, index) => `${inOrder[index]} + ${pair}`);
  return [...new Set([...joined, ...chosen.slice(0, MARKS), words.join(" ")].map(hashOf))];
}

/** FNV-1a, as PostgreSQL's signed integer. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash | 0;
}

/** The groups of three letters of a text, of each word with two spaces before it and one after. */
function trigramsOf(text: string): Set<string> {
  const found = new Set<string>();
  for (const word of wordsOf(text)) {
    const letters = [" ", " ", ...word, " "];
    for (let index = 0; index + 2 < letters.length; index += 1) {
      found.add(letters.slice(index, index + 3).join(""));
    }
  }
  return found;
}

/** How alike two texts are, from 0 to 1: what share of their trigrams they have in common (`pg_trgm`, similarity). */
export function similarityOf(a: string, b: string): number {
  const [first, second] = [trigramsOf(a), trigramsOf(b)];
  let common = 0;
  for (const trigram of first) if (second.has(trigram)) common += 1;
  const all = first.size + second.size - common;
  return all === 0 ? 0 : common / all;
}
