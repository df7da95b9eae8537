import { IconBell, IconEdit, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Badge } from '../ui/Badge.tsx';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Section } from '../ui/Card.tsx';
import { confirm } from '../ui/confirm.ts';
import { FormButtons } from '../ui/Form.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Notice } from '../ui/Notice.tsx';
import { notify } from '../ui/notify.ts';
import { RowAction } from '../ui/RowAction.tsx';
import { Sheet } from '../ui/Sheet.tsx';

const looks = ['accent', 'primary', 'plain', 'quiet', 'danger'] as const;
const tones = ['success', 'warning', 'danger', 'info', 'neutral'] as const;
const question = { title: 'Hapus pembayaran ini?', message: 'Tidak dapat dibatalkan.' };

export function Buttons() {
  const [opened, setOpened] = useState(false);
  return (
    <Section title="Tombol, status, dan pesan">
      {[{}, { busy: true }, { disabled: true }].map((state) => (
        <FormButtons key={JSON.stringify(state)}>
          {looks.map((look) => (
            <Button key={look} look={look} icon={IconPlus} {...state}>
              Tambah Warga
            </Button>
          ))}
        </FormButtons>
      ))}
      <FormButtons>
        <IconButton label="Notifikasi" icon={IconBell} />
        <RowAction label="Edit" icon={IconEdit} of="Budi" onClick={() => setOpened(true)} />
        <Button onClick={() => void confirm(question)}>Tanya dahulu</Button>
        <Button onClick={() => notify.success('Pembayaran dikonfirmasi', { message: 'Budi, Juli 2026' })}>
          Berhasil
        </Button>
        <Button onClick={() => notify.error('Gagal menyimpan')}>Gagal</Button>
        <Button onClick={() => setOpened(true)}>Buka lembar</Button>
      </FormButtons>
      <div>
        {tones.map((tone) => (
          <Badge key={tone} tone={tone}>
            Lunas
          </Badge>
        ))}
      </div>
      {tones.map((tone) => (
        <Notice key={tone} tone={tone} title="Iuran Juli belum dibayar">
          Kirim bukti transfer sebelum akhir bulan.
        </Notice>
      ))}
      <Banner text="Tidak ada sambungan internet">Data terakhir tetap dapat dibaca.</Banner>
      <Sheet opened={opened} onClose={() => setOpened(false)} title="Edit Warga">
        Isi lembar
      </Sheet>
    </Section>
  );
}
