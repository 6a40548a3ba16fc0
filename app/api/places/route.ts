import { db } from "@/db/client";
import { listPlaces } from "@/lib/domain/finding/places";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  GET: route(contract.listPlaces, ({ query }) => listPlaces(db(), query.q)),
});
