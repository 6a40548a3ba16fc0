import type { Tx } from "@/db/client";
import { lockRequestState, type RequestState } from "./requests-store";
import { Refusal } from "./types";

/**
 * A request that its owner has not deleted, locked until the transaction ends.
 * @throws Refusal
 */
export async function lockExisting(tx: Tx, requestId: string): Promise<RequestState> {
  const request = await lockRequestState(tx, requestId);
  if (!request) throw new Refusal("No request has that id.");
  if (request.deletedAt) throw new Refusal("Its owner deleted this request: it is hidden for good.");
  return request;
}
