"use client";

import { LocateFixed } from "lucide-react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { useFailureText } from "@/components/shared/use-failure-text";
import { usePendingTab } from "@/components/shell/tab-pending";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast-store";
import type { Place } from "@/lib/domain/finding/schema";
import { SECOND } from "@/lib/ground/durations";
import { ApiError, send } from "@/lib/web/http";

/** How long the browser may take, and how old a position may be, in milliseconds. */
const POSITION = { timeout: 20 * SECOND, maximumAge: 600 * SECOND };

/**
 * Finds what is near the town nearest to where the browser is (giving.md, Finding). `query`: what else is asked. The
 * position is rounded to about a kilometre before it is sent.
 */
export function NearHere({ query }: { query: string }) {
  const t = useTranslations("find");
  const failure = useFailureText();
  const router = useRouter();
  const pressed = usePendingTab();
  const [looking, setLooking] = useState(false);
  const [found, setFound] = useState<string | null>(null);
  const busy = looking || found !== null;
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  useEffect(() => {
    // A filter that was pressed is asked too, once it is there.
    if (found === null || pressed !== null) return;
    setFound(null);
    router.push(`/?${new URLSearchParams([...new URLSearchParams(query), ["near", found]])}`);
  }, [found, pressed, query, router]);

  async function find() {
    setLooking(true);
    try {
      const { coords } = await positionNow();
      if (!isHere.current) return;
      const body = { latitude: rounded(coords.latitude), longitude: rounded(coords.longitude) };
      const { id } = await send<Place>("POST", "/api/places/nearest", body);
      setFound(String(id));
    } catch (error) {
      if (!isHere.current) return;
      const isUnknown = error instanceof ApiError && error.status === 404;
      const title =
        error instanceof ApiError && !isUnknown ? failure(error) : t(isUnknown ? "noTown" : "noPosition");
      toast({ title, variant: "destructive" });
    } finally {
      setLooking(false);
    }
  }

  return (
    <Button
      variant="ghost"
      size="icon"
      pending={busy}
      aria-label={t("here")}
      onClick={() => !busy && void find()}
    >
      <LocateFixed aria-hidden />
    </Button>
  );
}

function positionNow(): Promise<GeolocationPosition> {
  return new Promise((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, reject, POSITION),
  );
}

const rounded = (degrees: number) => Math.round(degrees * 100) / 100;
