import { db } from "@/db/client";
import { findConsistency } from "@/lib/domain/open-books/queries";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.bookConsistency, ({ query }) => findConsistency(db(), query)),
});
