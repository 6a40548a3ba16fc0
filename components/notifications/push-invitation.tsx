"use client";

import { useEffect, useState } from "react";
import { lazily } from "@/components/shared/lazily";
import { wasDismissed } from "./push-invitation-dismissed";

const Card = lazily(
  () => import("./push-invitation-card"),
  "PushInvitationCard",
  () => null,
);

/** Invites to push messages where they are possible, and the person has not decided about them yet. */
export function PushInvitation({ publicKey }: { publicKey: string }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const canAsk = "PushManager" in window && "Notification" in window;
    setShown(canAsk && Notification.permission === "default" && !wasDismissed());
  }, []);
  return isShown && <Card publicKey={publicKey} onDecided={() => setShown(false)} />;
}
