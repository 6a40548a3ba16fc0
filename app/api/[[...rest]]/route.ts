import { v7 } from "uuid";
import { AppError } from "@/lib/errors";
import { REQUEST_ID_HEADER } from "@/lib/web/headers";
import { problemResponse } from "@/lib/web/route";

/** A path under /api that no call has (D34). */
async function refuse(request: Request): Promise<Response> {
  return problemResponse(new AppError("NOT_FOUND"), request.headers.get(REQUEST_ID_HEADER) ?? v7());
}

export { refuse as DELETE, refuse as GET, refuse as PATCH, refuse as POST, refuse as PUT };
