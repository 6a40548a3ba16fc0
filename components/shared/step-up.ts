import { ApiError } from "@/lib/web/http";

type Ask = () => Promise<boolean>;

let ask: Ask | null = null;

/** Lets a page's dialog answer the calls of `stepUp`, until the returned function is called. */
export function answerStepUps(by: Ask): () => void {
  ask = by;
  return () => {
    if (ask === by) ask = null;
  };
}

/** Asks the person to prove again who they are, in the page's dialog; whether they did. */
export async function stepUp(): Promise<boolean> {
  return ask ? ask() : false;
}

/**
 * Makes a call of our API, and once more after the person proved who they are, if it asks for that.
 * @throws ApiError
 */
export async function withProof<T>(call: () => Promise<T>): Promise<T> {
  return call().catch(async (error: unknown) => {
    const isAsked = error instanceof ApiError && error.code === "STEP_UP_REQUIRED";
    if (isAsked && (await stepUp())) return call();
    throw error;
  });
}
