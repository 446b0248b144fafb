/** The SHA-256 that a dice seed must have been announced with; null where the browser cannot compute it. */
export async function commitmentOf(seed: string): Promise<string | null> {
  // Only pages from https or localhost are given this.
  if (!globalThis.crypto?.subtle) return null;
  const bytes = new TextEncoder().encode(`escaramuza dice ${seedText(seed)}`);
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function seedText(seed: string): string {
  return seed.replace(/^0x/, '').toLowerCase().padStart(32, '0');
}
