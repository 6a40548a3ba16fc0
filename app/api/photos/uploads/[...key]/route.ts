import { receiveUpload } from "@/lib/domain/photos/receive-upload";
import { takeUpload } from "@/lib/web/local-upload";
import { photos } from "@/lib/web/photos";
import { endpoints } from "@/lib/web/route";

/** Receives uploads on this server: all of them for the local store, for a bucket those of unknown length. */
export const { GET, POST, PUT, PATCH, DELETE } = endpoints({
  PUT: async (request, { params }) => {
    const key = (await params)?.key;
    const store = { receive: receiveUpload.bind(null, photos()) };
    return takeUpload(store, request, ["uploads", ...(Array.isArray(key) ? key : [])].join("/"));
  },
});
