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
