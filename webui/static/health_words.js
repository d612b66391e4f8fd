// What the page says of how yakume is, in both languages.

export const HEALTH_WORDS = {
  health: ["役目の調子", "How yakume is"],
  health_well: ["すべて順調です。", "All is well."],
  health_not_well: ["気をつけることがあります。点数はそのままです。", "Something needs attention. The score is untouched."],
  health_camera: ["カメラ", "Camera"],
  health_age: ["映像の古さ", "Age of the picture"],
  health_s: ["{n}秒", "{n} s"],
  health_fps: ["毎秒の映像", "Pictures a second"],
  health_fps_n: ["{n}枚（全部で{all}枚）", "{n} ({all} in all)"],
  health_stages: ["一枚にかかる時間", "Time for each"],
  health_stages_ms: ["札を見つける {detect} ms、読む {read} ms、考える {judge} ms、合わせて {total} ms", "find {detect} ms, read {read} ms, judge {judge} ms, {total} ms in all"],
  health_restarts: ["目の起こし直し", "Vision restarted"],
  health_store: ["記録", "Records"],
  health_store_well: ["書けています（{kind}）", "written ({kind})"],
  health_disk: ["ディスクの空き", "Free disk"],
  health_gb: ["{free} GB／{all} GB（{folder}）", "{free} of {all} GB ({folder})"],
  health_low: ["残りわずか", "almost full"],
  health_version: ["版", "Version"],
  health_uptime: ["動いている時間", "Running for"],
  health_min: ["{n}分", "{n} min"],
  health_json: ["同じものを JSON で", "The same as JSON"],
};
