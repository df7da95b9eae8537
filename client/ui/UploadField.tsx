import { IconCamera, IconPhotoPlus, IconTrash, IconUpload } from '@tabler/icons-react';
import { type DragEvent, use, useId, useLayoutEffect, useRef, useState } from 'react';
import { formatFileSize } from '../../contract/format.ts';
import { BlobPicture } from './BlobPicture.tsx';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';
import { LostFiles, Preparing } from './Form.tsx';
import field from './field.module.css';
import type { FieldProps } from './field.ts';
import { IconButton } from './IconButton.tsx';
import { Meter } from './Meter.tsx';
import { isUnreadable, shrinkImage, unreadableError } from './shrink-image.ts';
import css from './UploadField.module.css';

interface Props extends Omit<FieldProps<File | null>, 'placeholder'> {
  /** Pictures by default. */
  accept?: string | undefined;
  typeError?: string | undefined;
  /** Bytes; 10 MB by default. Photos are measured after shrinking. */
  maxBytes?: number | undefined;
  /** Shrinks photos before upload; on by default for pictures. */
  shrink?: boolean | undefined;
  progress?: number | null | undefined;
  autoFocus?: boolean | undefined;
}

const mega = 1024 * 1024;

/** What phones hand over for a file that is only in the cloud. */
const emptyError = 'File ini kosong. Buka dulu sampai isinya tampil, lalu pilih lagi.';

export function UploadField(props: Props) {
  const {
    accept = 'image/*',
    label,
    description,
    value = null,
    onChange,
    disabled,
    required,
    progress,
    maxBytes = 10 * mega,
  } = props;
  const pictures = accept.includes('image');
  const {
    typeError = pictures ? 'Pilih file gambar (JPG, PNG, atau WebP)' : 'Jenis file ini tidak diterima',
  } = props;
  const { shrink = pictures } = props;
  const [refused, setRefused] = useState<string | null>(null);
  const [taken, setTaken] = useState<File | null>(null);
  const [working, setWorking] = useState(false);
  const [over, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const id = useId();
  const error = refused ?? props.error;
  const prepare = use(Preparing);
  const isLost = value === null && use(LostFiles).includes(props['data-path'] ?? '');

  const take = async (file: File | undefined) => {
    if (!file || disabled || working) return;
    setRefused(null);
    if (!accepted(file, accept)) return setRefused(typeError);
    if (file.size === 0) return setRefused(emptyError);
    setWorking(true);
    prepare(true);
    const ready = shrink ? await shrinkImage(file) : file;
    prepare(false);
    setWorking(false);
    if (isUnreadable(ready)) return setRefused(unreadableError);
    if (ready.size > maxBytes) return setRefused(`Ukuran file maksimal ${Math.round(maxBytes / mega)}MB`);
    setTaken(ready);
    onChange?.(ready);
  };
  const isTaken = value !== null && value === taken;
  useLayoutEffect(() => {
    if (isTaken && document.activeElement === document.body) focusBeside(chooser.current, '[data-remove]'); // the pressed button no longer exists
  }, [isTaken]);
  const drag = (inside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setOver(inside);
  };
  const drop = (event: DragEvent) => {
    drag(false)(event);
    void take(event.dataTransfer.files[0]);
  };
  const input = { type: 'file', accept, tabIndex: -1, className: css.unseen, 'aria-hidden': true } as const;
  const pick = (node: HTMLInputElement) => {
    void take(node.files?.[0]);
    node.value = ''; // allows choosing the same file again
  };

  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-about`}>
      <span id={`${id}-label`} className={field.label}>
        {label} {required && <span className={field.required}>*</span>}
      </span>
      <input {...input} ref={chooser} onChange={(event) => pick(event.currentTarget)} />
      {pictures && (
        <input
          {...input}
          ref={camera}
          capture="environment"
          onChange={(event) => pick(event.currentTarget)}
        />
      )}
      <div
        className={cx(css.zone, over && css.over, Boolean(error) && css.wrong, value !== null && css.filled)}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={drop}
        aria-busy={working}
      >
        {value ? (
          <Chosen
            file={value}
            progress={progress}
            path={props['data-path']}
            onRemove={() => {
              onChange?.(null);
              setTimeout(() => focusBeside(chooser.current, '[data-choose]'));
            }}
          />
        ) : (
          <>
            <div className={css.choices}>
              <Button
                data-choose
                data-path={props['data-path']}
                // the button that showed this field had the focus and is gone
                autoFocus={props.autoFocus}
                icon={pictures ? IconPhotoPlus : IconUpload}
                busy={working}
                disabled={disabled}
                aria-describedby={error ? `${id}-error` : undefined}
                onClick={() => chooser.current?.click()}
              >
                {working ? 'Menyiapkan foto…' : pictures ? 'Pilih foto' : 'Pilih file'}
              </Button>
              {pictures && (
                <Button
                  className={css.camera}
                  icon={IconCamera}
                  disabled={disabled || working}
                  onClick={() => camera.current?.click()}
                >
                  Ambil foto
                </Button>
              )}
            </div>
            <p className="ui-detail" id={`${id}-about`}>
              <span className={css.dropHint}>Atau tarik file ke sini. </span>
              {description ?? `Maksimal ${Math.round(maxBytes / mega)} MB.`}
            </p>
          </>
        )}
      </div>
      {isLost && (
        <p className="ui-note" role="status">
          {pictures ? 'Foto' : 'File'} yang tadi dipilih tidak ikut tersimpan. Silakan pilih lagi.
        </p>
      )}
      <span className="ui-unseen" role="status">
        {isTaken && `${value.name} sudah dipilih`}
      </span>
      {error && (
        <p id={`${id}-error`} className={field.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

interface ChosenProps {
  file: File;
  progress: number | null | undefined;
  path: string | undefined;
  onRemove: () => void;
}

function Chosen({ file, progress, path, onRemove }: ChosenProps) {
  const sending = typeof progress === 'number';
  return (
    <div className={css.chosen}>
      <BlobPicture file={file} alt="Pratinjau" />
      <div className="ui-rest">
        <p className={css.name}>{file.name}</p>
        <p className="ui-detail">{formatFileSize(file.size)}</p>
        {sending && <Meter label="Mengirim file" value={progress} showValue />}
      </div>
      <IconButton
        label="Hapus file"
        icon={IconTrash}
        look="danger"
        disabled={sending}
        onClick={onRemove}
        data-path={path}
        data-remove
      />
    </div>
  );
}

const focusBeside = (node: HTMLElement | null, wanted: string) =>
  node?.parentElement?.querySelector<HTMLElement>(wanted)?.focus();

/** Checks `accept`, because the browser does not check dropped files. */
function accepted(file: File, accept: string): boolean {
  return accept.split(',').some((part) => {
    const rule = part.trim().toLowerCase();
    if (rule.startsWith('.')) return file.name.toLowerCase().endsWith(rule);
    if (rule.endsWith('/*')) return file.type.startsWith(rule.slice(0, -1));
    return file.type === rule;
  });
}
