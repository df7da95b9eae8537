/**
 * What a browser of mid-2022, Chromium 103, lacks of what a client could use. `checkVisibility` stays: Playwright needs it.
 */
import type { BrowserContext } from '@playwright/test';

const later = {
  'Array.prototype': 'toReversed toSorted toSpliced with',
  Array: 'fromAsync',
  'ArrayBuffer.prototype': 'transfer transferToFixedLength resize',
  Object: 'groupBy',
  'Map.prototype': 'getOrInsert getOrInsertComputed',
  Map: 'groupBy',
  'Set.prototype': 'difference intersection isDisjointFrom isSubsetOf isSupersetOf symmetricDifference union',
  'String.prototype': 'isWellFormed toWellFormed',
  Promise: 'try withResolvers',
  'Iterator.prototype': 'drop every filter find flatMap forEach map reduce some take toArray',
  RegExp: 'escape',
  Error: 'isError',
  Math: 'sumPrecise',
  'Uint8Array.prototype': 'toBase64 toHex setFromBase64 setFromHex',
  Uint8Array: 'fromBase64 fromHex',
  URL: 'canParse parse',
  'URLSearchParams.prototype': 'size',
  AbortSignal: 'any',
  'Blob.prototype': 'bytes',
  'Response.prototype': 'bytes',
  'Element.prototype': 'getHTML setHTMLUnsafe',
  'Document.prototype': 'startViewTransition',
  'HTMLElement.prototype': 'popover showPopover hidePopover togglePopover',
  'HTMLDialogElement.prototype': 'requestClose',
  'Headers.prototype': 'getSetCookie',
  Intl: 'DurationFormat',
};

/** Takes these from each page of the context, before its scripts run. */
export async function asOldest(context: BrowserContext): Promise<void> {
  await context.addInitScript((names) => {
    for (const [owner, missing] of Object.entries(names)) {
      const found = owner.split('.').reduce((inside: object, key) => Reflect.get(inside, key), globalThis);
      for (const name of missing.split(' ')) Reflect.deleteProperty(found, name);
    }
    Reflect.deleteProperty(globalThis, 'Iterator');
    const decode = createImageBitmap;
    const decodeWithoutOrientation = async (picture: Blob, options?: ImageBitmapOptions) => {
      if (options?.imageOrientation === 'from-image') throw new TypeError('no such orientation');
      return await decode(picture);
    };
    Reflect.set(globalThis, 'createImageBitmap', decodeWithoutOrientation);
  }, later);
}
