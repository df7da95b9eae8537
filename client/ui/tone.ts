import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconCircleX,
  IconInfoCircle,
} from '@tabler/icons-react';

/** What a colour means. Never shown without a word; the icon says it a third time. */
export type Tone = 'success' | 'warning' | 'danger' | 'info' | 'neutral';

export const toneIcon = {
  success: IconCircleCheck,
  warning: IconAlertTriangle,
  danger: IconCircleX,
  info: IconInfoCircle,
  neutral: IconCircleMinus,
} as const;
