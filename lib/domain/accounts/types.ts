/** The origin of a change, where known: a device family and a rough address. */
export type Whereabouts = { device: string | null; network: string | null };

export const NOWHERE: Whereabouts = { device: null, network: null };
