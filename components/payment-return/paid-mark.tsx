"use client";

import { CircleCheck } from "lucide-react";
import { useEffect, useState } from "react";
import { Badge } from "@/components/ui/badge";

/**
 * That the payment succeeded, on the page itself instead of in a toast (specification 8). Screen readers announce only
 * what appears inside an element that was there before.
 */
export function PaidMark({ text }: { text: string }) {
  const [said, setSaid] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setSaid(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <p role="status" className="min-h-6">
      {said && (
        <Badge variant="success" className="animate-in fade-in-0">
          <CircleCheck aria-hidden />
          {text}
        </Badge>
      )}
    </p>
  );
}
