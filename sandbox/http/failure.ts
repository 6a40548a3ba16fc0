/** A refusal, with the body that its provider gives. Throwing it undoes whatever the call had begun. */
export class Failure extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly body: object,
  ) {
    super(message);
  }
}
