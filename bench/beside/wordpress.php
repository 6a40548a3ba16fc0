<?php
// Installs WordPress and writes the posts of posts.json; prints the cookie of a signed-in reader.
$_SERVER['HTTP_HOST'] = parse_url($argv[1], PHP_URL_HOST);
define('WP_INSTALLING', true);
require '/usr/share/wordpress/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
wp_install('Steuntje', 'operator', 'operator@example.org', true, '', wp_generate_password());
wp_delete_post(1, true);
update_option('posts_per_page', 20);
update_option('show_avatars', 0); // From another host.
update_option('permalink_structure', '/%postname%/');
flush_rewrite_rules();
foreach (json_decode(file_get_contents('/beside/posts.json'), true) as $n => $post) {
  $author = username_exists($post['author']) ?: wp_create_user($post['author'], wp_generate_password(), "$n@example.org");
  $texts = ['post_title' => $post['title'], 'post_content' => $post['text']];
  $id = wp_insert_post([...$texts, 'post_author' => $author, 'post_status' => 'publish']);
  $file = wp_upload_bits("$n.webp", null, base64_decode($post['picture']))['file'];
  $picture = wp_insert_attachment(['post_mime_type' => 'image/webp', 'post_title' => $post['title']], $file, $id);
  wp_update_attachment_metadata($picture, wp_generate_attachment_metadata($picture, $file));
  set_post_thumbnail($id, $picture);
}
$reader = wp_create_user('reader', wp_generate_password(), 'reader@example.org');
echo 'wordpress_logged_in_', md5($argv[1]), '=', rawurlencode(wp_generate_auth_cookie($reader, time() + 86400, 'logged_in'));
