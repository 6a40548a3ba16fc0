import { z } from "zod";

const address = z.url({ protocol: /^https?$/ });

/** The request's options for the approval page. */
export const applicationContext = (userAction: "PAY_NOW" | "SUBSCRIBE_NOW") =>
  z
    .strictObject({
      locale: z
        .string()
        .regex(/^[a-z]{2}-[A-Z]{2}$/)
        .optional(),
      shipping_preference: z.enum(["NO_SHIPPING", "GET_FROM_FILE", "SET_PROVIDED_ADDRESS"]),
      user_action: z.literal(userAction),
      return_url: address,
      cancel_url: address,
    })
    .transform(({ locale = null, return_url, cancel_url }) => ({
      locale,
      returnUrl: return_url,
      cancelUrl: cancel_url,
    }));
