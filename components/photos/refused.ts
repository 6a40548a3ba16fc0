/** A chosen file was not taken. The message says why, in the person's language. */
export class PhotoRefused extends Error {
  override name = "PhotoRefused";
}
