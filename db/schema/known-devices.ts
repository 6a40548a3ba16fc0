import { pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { createdAt } from "./columns";
import { userReference } from "./users";

/** The device families from which an account signed in: the owner gets a mail about a new one. */
export const knownDevices = pgTable(
  "known_devices",
  {
    userId: userReference({ onDelete: "cascade" }).notNull(),
    device: text().notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.device] })],
);
