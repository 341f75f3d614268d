export const { jest, expect, it, test, describe, beforeAll, beforeEach, afterAll, afterEach } = globalThis;
