export const residentNames = `
Budi Santoso, Siti Aminah, Dewi Lestari, Eko Prasetyo, Rina Marlina, Joko Susilo, Yuni Astuti, Hendra Gunawan,
Fitri Handayani, Rudi Hermawan, Ani Suryani, Dedi Kurniawan, Maya Anggraini, Arif Rahman, Lina Wijaya, Slamet Riyadi,
Nur Hasanah, Wawan Setiadi, Ratna Dewanti, Iwan Fauzi, Endang Purwati, Teguh Wibowo, Sari Indah Permata, Anton Sihombing,
Mega Silalahi, Ridwan Hakim, Tuti Alawiyah, Yusuf Maulana, Indah Kusuma, Made Suartana, Ketut Ayu Lestari, Wayan Sudarma,
Heru Nugroho, Diah Paramita, Asep Sunandar, Euis Komariah, Ujang Supriatna, Neneng Rohaeti, Cecep Hidayat, Lilis Suryani,
Togar Simanjuntak, Rosmaida Hutapea, Parlindungan Nasution, Melati Siregar, Binsar Panjaitan, Uli Sitorus, Zulkifli Lubis, Fatimah Harahap,
Andi Makmur, Nurul Hidayah, Syamsul Bahri, Rosdiana Daud, Baharuddin Lopa, Hasnah Ramli, Irfan Chaniago, Yulia Piliang,
Rizal Tanjung, Desi Ratnasari, Hafiz Sikumbang, Vera Koto, Benny Tanuwijaya, Meilani Halim, Kevin Lukito, Grace Natalia,
Stefanus Wirawan, Yohana Pranoto, Albertus Kristanto, Maria Goretti Wulandari, Fransiska Tambunan, Yosef Lamablawa, Agnes Manek, Petrus Tukan,
Bagus Pamungkas, Sekar Arum Sari, Galih Prakoso, Dyah Ayu Puspita, Wahyu Hidayat, Retno Palupi, Sigit Purnomo, Kartika Sari,
Dimas Aditya, Putri Maharani, Fajar Ramadhan, Nabila Zahra, Reza Pratama, Intan Permatasari, Aldi Firmansyah, Salsabila Azzahra,
Ilham Saputra, Anisa Rahmawati, Gilang Permana, Citra Kirana, Bayu Anggara, Novita Sari, Yoga Pratomo, Wulan Guritno Sari,
Suparman, Sumiati, Paijo Hadi Wiyono, Tukinem, Kasiman, Marsinah, Sugeng Raharjo, Sri Rejeki,
Mulyono, Suryati, Darmawan Saleh, Murni Sihotang, Hasan Basri, Khadijah, Abdul Ghofur, Maimunah,
Ferry Irawan, Lusi Rahmadani, Taufik Akbar, Winda Oktaviani, Surya Dharma, Komang Trisna Dewi, Gede Arya Wiguna, Nyoman Sri Utami
`
  .split(',')
  .map((name) => name.trim());

export const coordinatorNames = `
Agus Setiawan, Supriyadi, Nani Suhartini, Edi Sutrisno, Lukman Hakim, Sulastri, Bonar Situmorang, Ahmad Fauzan,
Rahmat Effendi, Yanti Kusumawati, Hendrik Tanoto, Gunawan Wicaksono, Siska Amelia, Djoko Lelono, Imam Mustofa, Nengah Wirata
`
  .split(',')
  .map((name) => name.trim());
