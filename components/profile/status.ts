import type { FundingRequest } from "@/lib/domain/requests/types";

type State = Pick<FundingRequest, "isActive" | "isCompleted">;

/** What a request is called in its owner's list (specification 4). */
export function statusOf({ isActive, isCompleted }: State): "completed" | "active" | "inactive" {
  if (isCompleted) return "completed";
  return isActive ? "active" : "inactive";
}
