import type { z } from "zod";
import type { Db } from "@/db/client";
import type { PhotoStore } from "@/lib/providers/photo-store";
import type { uploadSchema } from "./schema";

/** The database and the photo store. */
export type PhotoContext = { db: Db; photos: PhotoStore };

/** Where to send a photo, and how a request names it afterwards. */
export type Upload = z.infer<typeof uploadSchema>;
