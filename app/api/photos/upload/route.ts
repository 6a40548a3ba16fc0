import { startUpload } from "@/lib/domain/photos/start-upload";
import { contract } from "@/lib/web/contract";
import { photos } from "@/lib/web/photos";
import { endpoints, route } from "@/lib/web/route";

export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  POST: route(contract.uploadPhoto, ({ viewer, body, operationId }) =>
    startUpload(photos(), viewer, body, operationId),
  ),
});
