import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconInfoCircle,
} from '@tabler/icons-react';

/** Meaning of a colour. Always shown with a word and an icon. */
export type Tone = 'success' | 'warning' | 'danger' | 'info' | 'neutral';

export const toneIcon = {
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  danger: IconCircleX,
  info: IconInfoCircle,
  neutral: IconCircleMinus,
} as const;
