import type { Context } from '../platform/context.ts';

export async function seedDemoEstate(_context: Context): Promise<void> {}
