"use client";

import { useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { placeOf } from "@/components/shared/kept-place";
import { lazily } from "@/components/shared/lazily";
import { inBrowser } from "@/components/shared/stored";

const Card = lazily(
  () => import("./push-invitation-card"),
  "PushInvitationCard",
  () => null,
);

/** The key in localStorage of who wants it later. */
const KEY = "push-invitation";

/** Invites to push messages where they are possible, and the person has not decided about them yet. */
export function PushInvitation({ publicKey }: { publicKey: string }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const canAsk = "PushManager" in window && "Notification" in window;
    setShown(canAsk && Notification.permission === "default" && inBrowser.read(KEY) === null);
  }, []);

  function end() {
    const giveFocus = placeOf(document.activeElement);
    flushSync(() => setShown(false));
    giveFocus();
  }

  function later() {
    inBrowser.store(KEY, "dismissed");
    end();
  }

  return isShown && <Card publicKey={publicKey} onDecided={end} onLater={later} />;
}
