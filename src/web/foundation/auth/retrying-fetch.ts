/** Waits between attempts: exponential, 5000 ms in all. */
const waitsMs = [200, 400, 800, 1600, 2000];

/** Retries requests to the token service after throttling, network errors and 5xx. */
export async function retryingFetch(url: string, init: RequestInit): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    const waitMs = waitsMs[attempt];
    try {
      const response = await fetch(url, init);
      if (waitMs === undefined || (response.status !== 429 && response.status < 500)) return response;
    } catch (error) {
      // Offline, waiting is pointless.
      if (waitMs === undefined || init.signal?.aborted || !navigator.onLine) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}
