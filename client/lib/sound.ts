/** Notification sound. Browsers allow it only after a user gesture. The user can mute it. */
import { useSyncExternalStore } from 'react';
import { deviceStorage } from './storage.ts';

const key = 'sound';
const volume = 0.5;
const listeners = new Set<() => void>();

const isMuted = () => deviceStorage.getItem(key) === 'off';

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSound(): { muted: boolean; toggle(): void } {
  const muted = useSyncExternalStore(subscribe, isMuted);
  return {
    muted,
    toggle() {
      deviceStorage.setItem(key, muted ? 'on' : 'off');
      for (const listener of listeners) listener();
    },
  };
}

export function playNotification(): void {
  if (isMuted() || !navigator.userActivation.hasBeenActive) return;
  if (!isSecureContext) return chime(); // Web Locks API unavailable
  void navigator.locks.request('sound', { ifAvailable: true }, async (lock) => {
    if (!lock) return; // another tab of this browser plays it
    chime();
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  });
}

function chime(): void {
  const sound = new Audio('/notification.wav');
  sound.volume = volume;
  sound.play().catch(playTone);
}

/** Fallback when the file cannot be loaded or played: 800 Hz for half a second. */
function playTone(): void {
  const context = new AudioContext();
  const tone = context.createOscillator();
  const loudness = context.createGain();
  tone.frequency.value = 800;
  loudness.gain.setValueAtTime(volume, context.currentTime);
  loudness.gain.exponentialRampToValueAtTime(0.01, context.currentTime + 0.5); // fade out to avoid a click
  tone.connect(loudness).connect(context.destination);
  tone.onended = () => void context.close();
  tone.start();
  tone.stop(context.currentTime + 0.5);
}
