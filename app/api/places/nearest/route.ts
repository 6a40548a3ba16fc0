import { db } from "@/db/client";
import { nearestPlace } from "@/lib/domain/finding/places";
import { contract } from "@/lib/web/contract";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.nearestPlace, ({ body }) => nearestPlace(db(), body)),
});
