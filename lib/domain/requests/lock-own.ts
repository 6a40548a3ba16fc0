import { validate as isUuid } from "uuid";
import type { Tx } from "@/db/client";
import type { Viewer } from "@/lib/domain/users/types";
import { AppError } from "@/lib/ground/errors";
import { lockRequest } from "./store";

/**
 * The caller's own request, locked against donations and settlements.
 * @throws AppError NOT_FOUND, also of another's that is hidden (D57); FORBIDDEN
 */
export async function lockOwn(tx: Tx, viewer: Pick<Viewer, "id">, id: string) {
  const request = isUuid(id) ? await lockRequest(tx, id) : null;
  if (!request) throw new AppError("NOT_FOUND");
  if (request.userId !== viewer.id) throw new AppError(request.isActive ? "FORBIDDEN" : "NOT_FOUND");
  return request;
}
