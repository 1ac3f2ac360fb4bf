import { secchiDepth } from "../../../protocol/templates/secchi-depth.ts";
import { type DemoProtocol, fieldsOf, inLanguage } from "./in-language.ts";

const { protocol: secchi } = secchiDepth;

/** Rope and form had marks in centimetres at first. */
const lakesFirst: DemoProtocol = {
  ...secchi,
  fields: secchi.fields.map((field) =>
    field.kind === "number" && field.unit === "m"
      ? { ...field, unit: "cm", min: 0, max: 8_000, expected_min: 20, expected_max: 2_500 }
      : field,
  ),
};

const lakes: DemoProtocol = {
  ...secchi,
  fields: [
    ...secchi.fields,
    {
      key: "far_shore",
      kind: "photo",
      label: "The water towards the far shore",
    },
  ],
};

const german = {
  disc_on_bottom: {
    heading: "Klarheit",
    label: "Scheibe am Grund sichtbar?",
    hint: "Ja, wenn sie dort noch zu sehen ist: Dann ist das Wasser klarer, als es tief ist.",
  },
  secchi_depth: {
    label: "Sichttiefe",
    hint: "Auf der Schattenseite ablassen, bis die Scheibe verschwindet, und heben, bis sie wieder zu sehen ist. Die Mitte zählt.",
  },
  bottom_depth: { label: "Wassertiefe hier", hint: "Am Seil ablesen, von der Oberfläche bis zur Scheibe am Grund." },
  water_colour: {
    label: "Farbe des Wassers",
    hint: "Vor dem Weiß der Scheibe, in halber Tiefe.",
    options: {
      blue: "Blau",
      blue_green: "Blaugrün",
      green: "Grün",
      green_brown: "Grünbraun",
      brown: "Braun wie Tee",
      muddy: "Trüb",
    },
  },
  water_temperature: {
    heading: "Temperatur",
    label: "Wassertemperatur",
    hint: "Das Thermometer drei Minuten lang im Schatten 10 cm unter Wasser halten und dort ablesen.",
  },
  cloud_cover: {
    heading: "Wetter",
    label: "Himmel",
    options: {
      clear: "Klar",
      some_clouds: "Weniger als zur Hälfte bewölkt",
      many_clouds: "Mehr als zur Hälfte bewölkt",
      overcast: "Bedeckt",
    },
  },
  waves: {
    label: "Wasseroberfläche",
    options: { calm: "Spiegelglatt", ripples: "Gekräuselt", waves: "Wellen", white_caps: "Wellen mit Schaum" },
  },
  far_shore: "Das Wasser zum anderen Ufer hin",
  photo: "Die Scheibe im Wasser, senkrecht von oben, kurz bevor sie verschwindet.",
};

const slovenian = {
  disc_on_bottom: {
    heading: "Prosojnost",
    label: "Je plošča vidna na dnu?",
    hint: "Da, če jo tam še vidite: potem je voda bolj prosojna, kot je globoka.",
  },
  secchi_depth: {
    label: "Secchijeva globina",
    hint: "Na senčni strani spustite ploščo, dokler ne izgine, in jo dvignite, dokler je spet ne vidite. Vpišite sredino.",
  },
  bottom_depth: { label: "Globina vode tukaj", hint: "Odčitajte na vrvi, od gladine do plošče na dnu." },
  water_colour: {
    label: "Barva vode",
    hint: "Pred belino plošče, na polovici globine.",
    options: {
      blue: "Modra",
      blue_green: "Modrozelena",
      green: "Zelena",
      green_brown: "Zelenorjava",
      brown: "Rjava kot čaj",
      muddy: "Kalna",
    },
  },
  water_temperature: {
    heading: "Temperatura",
    label: "Temperatura vode",
    hint: "Termometer držite tri minute v senci 10 cm pod gladino in ga tam odčitajte.",
  },
  cloud_cover: {
    heading: "Vreme",
    label: "Nebo",
    options: {
      clear: "Jasno",
      some_clouds: "Manj kot polovica oblakov",
      many_clouds: "Več kot polovica oblakov",
      overcast: "Oblačno",
    },
  },
  waves: {
    label: "Gladina vode",
    options: { calm: "Mirna kot zrcalo", ripples: "Rahlo nagubana", waves: "Valovi", white_caps: "Valovi s peno" },
  },
  far_shore: "Voda proti drugemu bregu",
  photo: "Plošča v vodi, naravnost od zgoraj, tik preden izgine.",
};

export const alpineLakesFirst = inLanguage(inLanguage(lakesFirst, "de", german), "sl", slovenian);
export const alpineLakesProtocol = inLanguage(inLanguage(lakes, "de", german), "sl", slovenian);

export const mekongProtocol: DemoProtocol = inLanguage(
  {
    fields: [
      {
        key: "water_level",
        kind: "number",
        label: "Height of the water on the gauge",
        hint: "Where the water line meets the marks. Half a mark is 0.05 m.",
        unit: "m",
        required: true,
        min: -2,
        max: 30,
        expected_min: 0.2,
        expected_max: 16,
        term: "https://vocab.nerc.ac.uk/standard_name/water_surface_height_above_reference_datum/",
      },
      {
        key: "read_at",
        kind: "time",
        label: "Time of the reading",
        required: true,
        term: "http://rs.tdwg.org/dwc/terms/eventTime",
      },
      {
        key: "two_marks_in_photo",
        kind: "yes_no",
        label: "Are the water line and two marks in the photo?",
      },
      {
        key: "trend",
        kind: "choice",
        label: "Since your last visit the water has …",
        options: [
          { value: "risen", label: "risen" },
          { value: "same", label: "stayed the same" },
          { value: "fallen", label: "fallen" },
          { value: "unknown", label: "I was not here before" },
        ],
      },
      ...fieldsOf(secchi, "waves"),
    ],
    target_count: 30,
    photo: { required: true, hint: "The gauge with the water line and two marks, from the upper steps." },
    plant_id: false,
  },
  "vi",
  {
    water_level: {
      label: "Mực nước trên thước",
      hint: "Chỗ mặt nước chạm vào vạch. Nửa vạch là 0,05 m.",
    },
    read_at: "Giờ đọc",
    two_marks_in_photo: "Mặt nước và hai vạch có trong ảnh không?",
    trend: {
      label: "So với lần trước, nước …",
      options: { risen: "đã lên", same: "không đổi", fallen: "đã xuống", unknown: "tôi chưa đến đây lần nào" },
    },
    waves: {
      label: "Mặt nước",
      options: { calm: "Phẳng như gương", ripples: "Gợn nhẹ", waves: "Có sóng", white_caps: "Sóng bạc đầu" },
    },
    photo: "Thước đo với mặt nước và hai vạch, chụp từ bậc thang phía trên.",
  },
);
